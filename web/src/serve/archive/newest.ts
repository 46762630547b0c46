/** Questions of which only the newest counts. One is asked at a time; of those that come meanwhile, the newest is asked after its answer. */
export class Newest<Question> {
  #asked: Question | undefined;
  #waiting: Question | undefined;

  constructor(readonly ask: (question: Question) => void) {}

  want(question: Question): void {
    if (this.#asked === undefined) {
      this.#asked = question;
      this.ask(question);
    } else this.#waiting = question;
  }

  /** Takes note of an answer or a refusal; true if it is about the newest question. */
  answered(): boolean {
    const next = this.#waiting;
    this.#asked = this.#waiting = undefined;
    if (next !== undefined) this.want(next);
    return next === undefined;
  }

  /** Asks the newest question again if it has no answer: that went to a connection that is lost. */
  again(): void {
    const newest = this.#waiting ?? this.#asked;
    this.#asked = this.#waiting = undefined;
    if (newest !== undefined) this.want(newest);
  }
}
