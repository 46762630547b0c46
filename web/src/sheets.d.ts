/** A style sheet that is loaded later: the name of its file, beside the code. */
declare module "*.css" {
  const name: string;
  export default name;
}
