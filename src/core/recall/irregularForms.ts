/** English forms no stemmer reaches, each with its base: "When did we go" must find "we went". */
const forms =
  'be: was were been is are am; go: went gone; buy: bought; get: got gotten; make: made; take: took taken; ' +
  'see: saw seen; come: came; give: gave given; find: found; think: thought; tell: told; become: became; leave: left; ' +
  'feel: felt; bring: brought; begin: began begun; keep: kept; hold: held; write: wrote written; stand: stood; ' +
  'hear: heard; mean: meant; meet: met; run: ran; pay: paid; sit: sat; speak: spoke spoken; lead: led; ' +
  'grow: grew grown; lose: lost; fall: fell fallen; send: sent; build: built; understand: understood; draw: drew drawn; ' +
  'break: broke broken; spend: spent; rise: rose risen; drive: drove driven; wear: wore worn; choose: chose chosen; ' +
  'eat: ate eaten; teach: taught; catch: caught; fly: flew flown; throw: threw thrown; sell: sold; win: won; ' +
  'sing: sang sung; swim: swam swum; sleep: slept; fight: fought; forget: forgot forgotten; ride: rode ridden; ' +
  'know: knew known; do: did done; have: had; say: said; child: children; person: people; man: men; woman: women; ' +
  'foot: feet; mouse: mice; hide: hid hidden; shake: shook shaken; wake: woke woken; steal: stole stolen; ' +
  'freeze: froze frozen; tear: tore torn; seek: sought; feed: fed; shoot: shot; strike: struck; bear: bore born; ' +
  'drink: drank drunk; ring: rang rung; blow: blew blown; wife: wives; life: lives; knife: knives; leaf: leaves; ' +
  'index: indices; matrix: matrices; vertex: vertices; datum: data; criterion: criteria';

const baseForms = new Map(
  forms.split('; ').flatMap((line) => {
    const [base = '', others = ''] = line.split(': ');
    return others.split(' ').map((form): [string, string] => [form, base]);
  }),
);

/** The base of an irregular form; any other word itself. `lower` is in lower case. */
export function baseForm(lower: string): string {
  return baseForms.get(lower) ?? lower;
}
