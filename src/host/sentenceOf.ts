/** One sentence about a fault; the whole of it goes to the log separately. */
export function sentenceOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
