import { render } from "preact";
import { App } from "./App.tsx";
import { Connection, socketAddress } from "./connection.ts";

const root = document.getElementById("page");
if (root) render(<App connection={new Connection(socketAddress(location))} />, root);
