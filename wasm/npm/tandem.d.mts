import type Script from "./tandem.js";

declare function Tandem(options?: Script.Options): Promise<Script.Engine>;
declare namespace Tandem {
  type Options = Script.Options;
  type Engine = Script.Engine;
}
export default Tandem;
