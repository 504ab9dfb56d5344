/**
 * English words that say nothing by themselves. Negations (`no`, `not`, `never`, `without`) are missing on purpose:
 * they turn a rule into its opposite. So are question words' contractions' bare letters: one-letter queries must work.
 */
const stopWords = new Set(
  (
    'a about after all also am an and any are as at be because been before being both but by can could did do does ' +
    'doing done during each few for from further get gets getting got had has have having he her here hers him his ' +
    'how i if in into is it its itself just let like me more most my myself of off on once only or other our ours ' +
    'out over own please same she should so some such than that the their theirs them then there these they this ' +
    'those through to too under until up us very was we were what when where which while who whom whose why will ' +
    'with would you your yours im ive id ill youre youve youd youll hes shes thats theyre theyve theyll weve were ' +
    'whats wheres whos hows lets theres'
  ).split(' '),
);

/** Whether a word in lower case, apostrophe left out, is one of them. */
export function isStopWord(lower: string): boolean {
  return stopWords.has(lower);
}

/** Words about the conversation itself: people ask for what was "mentioned" or "discussed", in none of these words. */
const recollectionWords = new Set(
  (
    'say says said tell told mention mentions mentioned discuss discussed discussion talk talked talking bring brought ' +
    'remember recall conversation conversations chat earlier previous previously ask asked share shared describe ' +
    'described explain explained according'
  ).split(' '),
);

/** Whether a word in lower case speaks about the conversation rather than about its matter. */
export function isRecollectionWord(lower: string): boolean {
  return recollectionWords.has(lower);
}
