import { Connection, socketAddress } from "./connection.ts";

// The way in of an invitation; from here on the part behind `#` says all.
if (location.pathname === "/join") {
  history.replaceState(null, "", `/${location.hash}`);
  document.title = "Tandem";
}

// The server is greeted while the rest of the page is still on its way.
const connection = new Connection(socketAddress(location));
const page = import("./show.tsx");
if (location.hash.startsWith("#/t/")) void import("./bundles/room.ts").catch(() => undefined); // its part asks again
const { show } = await page;
if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
show(connection);
