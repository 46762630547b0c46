// The client code of a front-end: engines by their common interface, lines by a front-end's pattern.

/** The pattern of pychess's client; a line that lacks a field is dropped in silence. */
export const INFO = /^info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)(?: (?:upper|lower)bound)? nodes (\d+) nps (\d+)(?: hashfull (\d+))?(?: tbhits (\d+))? time (\d+) pv (.+)$/;

/** An engine whose lines can be waited for. */
export class Client {
  constructor(engine) {
    this.engine = engine;
    this.lines = [];
    this.waiting = [];
    engine.addMessageListener((line) => {
      this.lines.push(line);
      this.waiting = this.waiting.filter(({ pattern, resolve }) => !pattern.test(line) || resolve(line));
    });
  }

  tell(...lines) {
    for (const line of lines) this.engine.postMessage(line);
  }

  /** The next line that matches. */
  next(pattern) {
    return new Promise((resolve) => this.waiting.push({ pattern, resolve: (line) => void resolve(line) }));
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
