import { Connection, socketAddress } from "./connection.ts";

// The server is greeted while the rest of the page is still on its way.
const connection = new Connection(socketAddress(location));
const { show } = await import("./show.tsx");
show(connection);
