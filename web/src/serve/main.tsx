import { render } from "preact";
import { App } from "./App.tsx";
import { Connection, socketAddress } from "./connection.ts";

// The way in of an invitation; from here on the part behind `#` says all.
if (location.pathname === "/join") {
  history.replaceState(null, "", `/${location.hash}`);
  document.title = "Tandem";
}

const root = document.getElementById("page");
if (root) render(<App connection={new Connection(socketAddress(location))} />, root);
