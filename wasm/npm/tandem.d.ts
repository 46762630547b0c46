/** Starts an engine in a worker of its own. It obeys UCI. */
declare function Tandem(options?: Tandem.Options): Promise<Tandem.Engine>;

declare namespace Tandem {
  interface Options {
    /** The address of a file of this package, in node its path; usually beside `tandem.js`. */
    locateFile?(file: string): string;
  }

  interface Engine {
    /** Sends a line, or several. */
    postMessage(line: string): void;
    /** Calls `listener` with each line of the engine. */
    addMessageListener(listener: (line: string) => void): void;
    removeMessageListener(listener: (line: string) => void): void;
    /** Ends the worker at once; `postMessage("quit")` lets it end by itself. */
    terminate(): void;
  }
}

export = Tandem;
export as namespace Tandem;
