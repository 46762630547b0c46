// The real server, started on a port of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Starts the server on a port, 0 for a free one, with an archive in a folder; returns its address and a way to end it.
 * Without a folder the archive lies in one that goes away with the server.
 */
export async function serve(program, kept, port = 0) {
  const folder = kept ?? await mkdtemp(join(tmpdir(), "tandem-serve-"));
  const child = spawn(program, ["serve", "--port", String(port), "--archive", join(folder, "games.sqlite")], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (!address) continue;
    const end = async (signal = "SIGINT") => {
      child.kill(signal);
      await ended;
      if (!kept) await rm(folder, { recursive: true, force: true });
    };
    return { address: `${address.replace(/\/$/, "")}/`, port: Number(new URL(address).port), end };
  }
  throw new Error("the server has ended before it said its address");
}
