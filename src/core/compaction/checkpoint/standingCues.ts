import { Cue } from './cue';

// Words by which people lay down rules, preferences and constraints, in the languages of the world's larger chats.
// To add a language, add a line to each list: small letters, `'` for every apostrophe.

/** What is meant to hold from now on. */
export const ruleCue = new Cue(
  [
    'from now on|from here on|going forward|henceforth|at all times|under no circumstances|without exception',
    'for the rest of (?:this|the|our) (?:chat|conversation|session|project)|in all (?:your )?(?:answers|replies|responses)',
    '(?:every time|each time|whenever|when) (?:i|we) (?:ask|say|mention|request|want)|you (?:must|should|shall) (?:always|never)',
    "(?:must|should) (?:always|never) |(?:please|do) remember (?:to|that)|remember to|don't (?:ever|forget to)|you must not",
    'ab jetzt|ab sofort|von nun an|künftig|in zukunft|auf keinen fall|merk dir|denk daran|jedes mal,? wenn ich',
    "désormais|dorénavant|à partir de maintenant|à l'avenir|en aucun cas|n'oublie pas|souviens-toi|chaque fois que je",
    'de ahora en adelante|a partir de ahora|en adelante|bajo ningún concepto|no olvides|recuerda|cada vez que (?:te )?p',
    'de agora em diante|a partir de agora|daqui em diante|em hipótese alguma|lembre-se|sempre que eu',
    "d'ora in poi|da ora in poi|in futuro|ricorda(?:ti)?|ogni volta che|vanaf nu|voortaan|onthoud",
    'od teraz|odtąd|pamiętaj|od teď|od nynějška|pamatuj|с этого момента|отныне|впредь|запомни|каждый раз,? когда я',
    'відтепер|надалі|bundan sonra|bundan böyle|her zaman|unutma|från och med nu|fra nå av|mulai sekarang|từ bây giờ|từ nay|अब से',
    'من الآن فصاعدا|من الآن|دائما|دائماً|أبدا|أبداً|מעכשיו|תמיד|אף פעם',
  ],
  [
    '从现在(?:开始|起)|從現在(?:開始|起)|今后|今後|以后(?:都|请|要|不)|以後(?:都|請|要|不)|总是|總是|始终|始終|一律|务必|務必|永远|永遠|每次(?:我|都)|记住|記住',
    '今後は|これからは|これ以降|必ず|常に|いつも|絶対に|毎回|覚えておいて',
    '앞으로(?:는)?|지금부터|이제부터|항상|언제나|반드시|절대로?|매번|기억해',
    'ตั้งแต่นี้|ต่อไปนี้|เสมอ|ทุกครั้ง|ห้าม',
  ],
);

/** How a person likes things. */
export const preferenceCue = new Cue(
  [
    "i(?:'d|'ll| would| do)?(?: \\p{L}+ly| much| still| also)? prefer|i(?:'d| would) (?:rather|like you to|like all)|(?:my|our|this|stated) preferences?|preferably",
    "i (?:don't|do not|never) (?:want you|like|want any|want to see)|i (?:really )?(?:hate|dislike)|i (?:like|want) (?:it when|my|your|all|answers|code)|i want you to|i prioritiz?se?",
    "please (?:use|keep|avoid|answer|write|respond|reply|stick|be|include|show|give|call|explain|only|don't|do not|no|stop|skip)",
    'ich bevorzuge|ich (?:mag|hätte|will|möchte) (?:lieber|kein\\p{L}*|nicht)|mir ist .{0,30}lieber|bitte (?:verwende|nutze|benutze|antworte|schreib|halte|kein\\p{L}*|nicht|nur|ohne)',
    "je préfère|je préférerais|j'aimerais mieux|je (?:ne )?veux pas|s'il (?:te|vous) plaît,? (?:utilise|réponds|écris|évite|garde)\\p{L}*",
    'prefiero|preferiría|no quiero|me gustan? más|por favor,? (?:usa|utiliza|responde|escribe|evita|mantén|no)|prefiro|preferiria|não quero|por favor,? (?:use|responda|escreva|evite|mantenha|não)',
    'preferisco|preferirei|non voglio|per favore,? (?:usa|rispondi|scrivi|evita|non)|ik (?:heb liever|verkies|wil geen|wil liever)|gebruik alsjeblieft',
    'wolę|preferuję|nie chcę|proszę,? (?:używaj|odpowiadaj|pisz|nie)|preferuji|raději|nechci|prosím,? (?:používej|odpovídej|piš|ne)',
    'я предпочитаю|предпочитаю|мне больше нравится|не хочу|пожалуйста,? (?:используй|отвечай|пиши|избегай|не)\\p{L}*|я волію|віддаю перевагу|будь ласка,? (?:використовуй|відповідай|пиши|не)\\p{L}*',
    'tercih ederim|tercih ediyorum|istemiyorum|lütfen .{0,40}(?:kullan|yaz|yanıtla|cevapla)\\p{L}*|jag föredrar|jeg foretrækker|jeg foretrekker|suosin|saya lebih suka|tôi thích|tôi muốn|मुझे .{0,30}पसंद|कृपया',
    'أفضل|أفضّل|لا أريد|من فضلك|أنا أفضل|אני מעדיף|אני מעדיפה|בבקשה',
  ],
  [
    '我(?:更)?(?:喜欢|喜歡|偏好|倾向|傾向|希望你|不想|不要|不喜欢)|请(?:用|使用|不要|别|勿|尽量|保持|只)|請(?:用|使用|不要|別|勿|盡量|保持|只)|尽量|盡量',
    '(?:方|ほう)が(?:好き|いい|良い)|好みです|好きです|(?:で|を)(?:お願いします|使ってください|書いてください|答えてください)|しないで(?:ください)?|避けて',
    '선호(?:해|합니다|하)|(?:더 )?좋아(?:해|합니다)|(?:하지|쓰지|사용하지) ?(?:마|말)|사용해 ?(?:줘|주세요)|답(?:변)?해 ?(?:줘|주세요)',
    'ชอบ|กรุณา|โปรด|อย่า',
  ],
);

/** Orders about how to answer or work, at the start of a sentence: the assistant is the one addressed. */
export const openingOrder = new RegExp(
  [
    "^(?:(?:please|also|and|but),? )*(?:don't|do not|no|stop|avoid|only) (?!worry|idea|problem|need to worry|matter|longer|one|yet)\\p{L}",
    "^(?:(?:please|also|and|but),? )*(?:answer|respond|reply|speak|talk|write|be|keep|stay|call me|stick|format|use|prefer|limit)(?![\\p{L}']) ",
    '^(?:verwende|nutze|benutze|antworte|schreib|halte|vermeide|nenn mich|kein\\p{L}*|utilise[rz]?|réponds|répondez|écris|évite[rz]?|usa|utiliza|responde|escribe|evita|no uses|use|responda|escreva|evite|não use|rispondi|scrivi|non usare|gebruik|antwoord|używaj|odpowiadaj|pisz|используй|отвечай|пиши|избегай|не используй|використовуй|відповідай|пиши)(?![\\p{L}\\p{M}])',
    '^(?:用|不要|别|別)',
  ].join('|'),
  'u',
);

/** Limits of the task at hand. */
export const constraintCue = new Cue(
  [
    "(?:make sure|ensure)(?<!(?:i'll|i will|i|i want to|i need to|i'd like to|how can i|how do i) (?:make sure|ensure))|be sure to|must|needs? to be|has to be|should(?:n't)?|avoid(?:ing)?|without \\p{L}+ing|instead of|rather than|at most|at least|no more than|no less than|not exceed|(?:under|below|within) \\d[^\\s]*|don't want|can't use|cannot use|not allowed|required",
    'stell sicher|achte darauf|muss|müssen|darf nicht|dürfen nicht|soll(?:te|en)?|ohne|statt|höchstens|mindestens|vermeid\\p{L}*',
    'assure-toi|assurez-vous|doit|doivent|il faut|ne pas|sans|plutôt que|au lieu de|au plus|au moins|asegúrate|debe|deben|sin|en lugar de|en vez de|como máximo|al menos',
    'certifique-se|deve|devem|sem|em vez de|no máximo|pelo menos|assicurati|devono|senza|invece di|al massimo|zorg ervoor|moet|zonder|in plaats van|upewnij się|musi|bez|zamiast|ujisti se|místo',
    'убедись|убедитесь|должн\\p{L}*|нельзя|нужно|без|вместо|не более|не менее|переконайся|повин\\p{L}*|замість|emin ol|malı|olmadan|yerine',
    'تأكد|يجب|بدون|بدلا من|חייב|בלי|במקום|सुनिश्चित|बिना',
  ],
  [
    '确保|確保|必须|必須|不能|不得|不超过|不超過|而不是|避免|至少|最多|禁止|しなければ|なければならない|以内|以下に|確認して|해야 ?(?:해|합니다)|없이|대신|이내|ต้อง|โดยไม่',
  ],
);

/** Words that say "for ever". In English only in front of the order; elsewhere also right behind its verb. */
export const permanence = {
  english: words('always never'),
  others:
    words(`immer nie niemals stets grundsätzlich toujours jamais siempre nunca jamás sempre mai altijd nooit zawsze nigdy
    vždy nikdy всегда никогда завжди ніколи daima asla alltid aldrig altid aldri aina luôn selalu jangan हमेशा`),
};
/** Words that make a sentence a statement. */
export const subjects =
  words(`i we you he she it they this that these those the a an there my our your his her its their
  ich wir du er sie es das der die ein eine mein unser man je nous tu il elle on ce le la les un une mon ma
  yo nosotros él ella el lo los las mi esto eso está eu nós ele ela o os as meu isso io noi lui lei ik wij hij zij het de
  я мы он она оно они это мой ti lui bu şu o ben biz`);

/** Words that may stand in front of an order. */
export const politeWords = words(
  'please and also but so ok okay oh bitte und auch por favor et aussi y también e anche также и',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
