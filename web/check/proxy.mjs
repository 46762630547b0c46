// A network that can fall silent: a proxy that holds back all that goes either way, and closes nothing.
import { connect, createServer } from "node:net";

/** A proxy before a server's address. What it holds back arrives later, in order, as by a network that sends again what was lost. */
export class Proxy {
  static async to(address) {
    const proxy = new Proxy(new URL(address));
    await new Promise((done) => proxy.server.listen(0, "127.0.0.1", done));
    proxy.address = `http://127.0.0.1:${proxy.server.address().port}/`;
    return proxy;
  }

  constructor(target) {
    this.target = target;
    this.isSilent = false;
    this.held = [];
    this.sockets = new Set();
    this.dialled = 0;
    this.server = createServer((from) => this.join(from));
  }

  join(from) {
    this.dialled += 1;
    const to = connect(Number(this.target.port), this.target.hostname);
    // The server takes requests under its own name alone.
    const own = (data) => Buffer.from(data.toString("latin1").replaceAll(new URL(this.address).host, this.target.host), "latin1");
    this.pass(from, to, own);
    this.pass(to, from, (data) => data);
  }

  pass(from, to, change) {
    this.sockets.add(from);
    from.on("data", (data) => this.later(() => to.write(change(data))));
    from.on("end", () => this.later(() => to.end()));
    from.on("error", () => this.later(() => to.destroy()));
    from.on("close", () => this.sockets.delete(from));
  }

  later(step) {
    if (this.isSilent) this.held.push(step);
    else step();
  }

  fallSilent() {
    this.isSilent = true;
  }

  speak() {
    this.isSilent = false;
    for (const step of this.held.splice(0)) step();
  }

  end() {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
