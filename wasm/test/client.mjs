// The client code of a front-end: engines by their common interface, lines by a front-end's pattern.

/** The pattern of pychess's client; a line that lacks a field is dropped in silence. */
export const INFO = /^info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)(?: (?:upper|lower)bound)? nodes (\d+) nps (\d+)(?: hashfull (\d+))?(?: tbhits (\d+))? time (\d+) pv (.+)$/;

/** The line by which an engine that fails says so. */
const ENDED = /^info string the engine has ended/;

/** An engine whose lines can be waited for. If it ends before, the wait fails with its reason. */
export class Client {
  constructor(engine) {
    this.engine = engine;
    this.lines = [];
    this.waiting = [];
    engine.addMessageListener((line) => {
      this.lines.push(line);
      this.waiting = this.waiting.filter(({ pattern, resolve, reject }) => {
        if (pattern.test(line)) resolve(line);
        else if (ENDED.test(line)) reject(new Error(line));
        else return true;
        return false;
      });
    });
  }

  tell(...lines) {
    for (const line of lines) this.engine.postMessage(line);
  }

  /** The next line that matches. */
  next(pattern) {
    return new Promise((resolve, reject) => this.waiting.push({ pattern, resolve, reject }));
  }

  /** Sends lines, and waits for a line. */
  ask(pattern, ...lines) {
    const answer = this.next(pattern);
    this.tell(...lines);
    return answer;
  }
}

/** The nodes per second and the node count of `bench`. */
export async function bench(client) {
  const [, nodes, rate] = /^(\d+) nodes (\d+) nps$/.exec(await client.ask(/ nps$/, "bench"));
  return { nodes: Number(nodes), rate: Number(rate) };
}
