import { Connection, socketAddress } from "./connection.ts";

// The way in of an invitation; from here on the part behind `#` says all.
if (location.pathname === "/join") {
  history.replaceState(null, "", `/${location.hash}`);
  document.title = "Tandem";
}

// The server is greeted while the rest of the page is still on its way.
const connection = new Connection(socketAddress(location));
const { show } = await import("./show.tsx");
show(connection);
