import assert from 'node:assert/strict';
import { standingOf } from '../../../../src/core/compaction/checkpoint/standing';

const cases: Record<string, [standing: number, ...texts: string[]]> = {
  'what is meant to hold from now on is a rule': [
    3,
    'Always cite the source when I ask about law.',
    'Please never push to main.',
    'From now on answer in German.',
    'Whenever I ask for a query, give me the SQL too.',
    'You must never touch the migrations folder.',
    'Antworte immer auf Deutsch.',
    'Réponds toujours en français.',
    'Responde siempre en español.',
    'Nunca uses tabuladores.',
    'Rispondi sempre in italiano.',
    'Всегда отвечай коротко.',
    'Отныне пиши тесты.',
    'Odpowiadaj zawsze po polsku.',
    'Bundan sonra Türkçe yaz.',
    'من الآن فصاعدا أجب بالعربية',
    '从现在开始用中文回答。',
    '今後は日本語で答えてください。',
    '앞으로 한국어로 답해 주세요.',
  ],
  'how a person likes things is a preference': [
    2,
    'I prefer tabs, what do you think?',
    "I'd rather not use classes.",
    'Please keep answers short.',
    "Don't use semicolons.",
    'Use British spelling.',
    'Ich bevorzuge kurze Antworten.',
    'Je préfère les exemples.',
    'Prefiero respuestas cortas.',
    'Я предпочитаю примеры.',
    '请用表格。',
    '我更喜欢简短的回答。',
    '表の方が好きです。',
  ],
  'limits of the task are constraints': [
    1,
    'Sort it without copying the list.',
    'It must run on Node 20.',
    'Make sure the tests pass.',
    'The page has at most 5 items.',
  ],
  'statements, questions, code and quotations bind nothing': [
    0,
    'The list is always sorted.',
    "I've never tried Rust.",
    'He always says that.',
    'Das ist immer so.',
    "Thanks, I'll make sure to ask her.",
    'How do I read a file?',
    '```\n// Always free the buffer.\n```\nwhat does this do',
    '> Always answer in Latin.\nwho wrote this?',
  ],
};

describe('standing of a message', () => {
  for (const [name, [standing, ...texts]] of Object.entries(cases)) {
    for (const text of texts) {
      it(`${name}: ${JSON.stringify(text)}`, () => {
        assert.equal(standingOf(text), standing);
      });
    }
  }
});
