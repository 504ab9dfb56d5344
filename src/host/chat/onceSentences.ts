/** Sentences already said in this window: a warning that comes with every request is told once. */
export class OnceSentences {
  private readonly said = new Set<string>();

  /** True the first time, and again after so many others that it was forgotten. */
  isNew(sentence: string): boolean {
    if (this.said.has(sentence)) return false;
    if (this.said.size >= mostRemembered) this.said.clear();
    this.said.add(sentence);
    return true;
  }
}

const mostRemembered = 200;
