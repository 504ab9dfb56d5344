import { normalised } from './sentences';

/**
 * Whether a message asks for nothing but to go on ("continue", "ok, next please", "继续", "weiter"), or is empty of
 * words: it names no task, so it is never carried and never the goal. A message with one word outside these lists is a
 * request, however short: there is no length floor.
 */
export function isContinuePhrase(text: string): boolean {
  // Nothing this long consists of these words only, and a pasted file need not be folded to know it.
  if (text.length > longestPhraseUnits) return false;
  const folded = normalised(text);
  if (folded === '') return true;
  if (phrases.has(folded)) return true;
  return folded.split(' ').every((word) => words.has(word) || phrases.has(word));
}

const longestPhraseUnits = 80;

/** Words that name nothing, alone or together. Folded as {@link normalised} folds. */
const words = wordSet(`
  continue continued resume proceed go on ahead keep going carry next more and now then please pls plz
  ok okay k kk yes yep yeah yup sure fine good great cool nice thanks thank you thx ty do it that lets let s what further
  weiter weitermachen mach fortfahren fortsetzen bitte ja jo gut danke und jetzt nun los
  continuer continuez poursuis poursuivez suite la vas allez y oui d accord merci s il te vous plaît et maintenant
  continúa continua sigue siga adelante sí si vale gracias por favor y ahora
  continuar prossiga segue sim obrigado obrigada e agora avanti vai prosegui sì va bene grazie
  ga door verder doorgaan kontynuuj dalej tak proszę pokračuj dál ano prosím pokračovať
  продолжай продолжайте продолжи продолжить дальше далее да давай хорошо ладно спасибо пожалуйста и ну ок
  продовжуй далі так добре дякую devam et evet tamam lütfen teşekkürler
  fortsätt vidare tack fortsæt fortsett videre jatka folytasd tovább igen continuă mai departe da bine συνέχισε ναι
  أكمل اكمل استمر تابع واصل نعم حسنا المشך המשך תמשיך כן ادامه بده بله
  जारी रखें रखो आगे बढ़ो बढ़ें हाँ ठीक है lanjut lanjutkan teruskan ya iya oke tiếp tục tiếp đi vâng
`);

/** For scripts without spaces the whole phrase is one word. */
const phrases = wordSet(`
  继续 继续吧 请继续 接着 接着做 接着来 然后 然后呢 下一步 下一个 往下 好 好的 好吧 嗯 是 是的 可以 行 谢谢 继续做 继续写 现在呢
  繼續 請繼續 接著 下一個 謝謝 繼續吧
  続けて 続けてください 続き 続きを 続行 次 次へ 進めて 進めてください はい お願いします それで それから どうぞ
  계속 계속해 계속해줘 계속해주세요 계속하세요 다음 진행 진행해 진행해줘 네 예 응 좋아 그래 부탁해
  ต่อ ทำต่อ ต่อไป ต่อเลย ไปต่อ ใช่ โอเค ได้
`);

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(normalised));
}
