// Codes of invitations.
export { qrPath } from "../../qr/path.ts";
export * as core from "./core.ts";
