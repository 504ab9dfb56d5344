/** Thirty messages of a user who plans a round of waterworks, each about 200 tokens and with one value said nowhere else. */

const places = [
  'Halden Ostrava Merano Tarifa Visby Kerava Lucca Bergen Zadar Odense Trieste Narvik Girona Aarhus Pilsen',
  'Sintra Tampere Vaduz Coimbra Leuven Gdynia Ystad Cuenca Brno Falun Rovinj Delft Oulu Pescara Toledo',
]
  .join(' ')
  .split(' ');

const tasks = [
  'the intake screens want a second coat of paint before the frost',
  'the crew found the northern pump running warm and changed its bearings',
  'the new ladder has to be bolted to the wall and not to the tank',
  'the ferry with the spare gaskets comes in a day late',
  'the pressure log has a gap which nobody could explain so far',
  'the gate at the reservoir sticks and two people are needed to move it',
  'the painted arrows on the floor no longer match the direction of the flow',
];

const weather = ['rain', 'hail', 'fog', 'sun', 'sleet', 'wind', 'snow', 'haze', 'drizzle', 'thunder', 'frost'];

export const turnCount = places.length;

/** The earliest turn whose message ends with a question. */
const firstQuestion = 16;

/** How many turns earlier the value was said that a turn asks for. */
const questionReach = 15;

/** The name of the value planted in this turn, from 1. */
export function nameOf(turn: number): string {
  return `the ${places[turn - 1] ?? ''} code`;
}

/** The value planted in this turn, from 1: said in no other message. */
export function valueOf(turn: number): string {
  const code = (turn * 7919 + 1237) % 9000;
  return `${String.fromCharCode(65 + (turn % 26))}${String(code + 1000)}-${String((turn * 37) % 90)}`;
}

/** The turn whose value this turn asks for; `undefined` for the first turns, which only tell. */
export function askedTurn(turn: number): number | undefined {
  return turn >= firstQuestion ? turn - questionReach : undefined;
}

/** What the user says in this turn, from 1. */
export function messageOf(turn: number): string {
  const place = places[turn - 1] ?? '';
  const said = (offset: number) => tasks[(turn * 3 + offset) % tasks.length] ?? '';
  const sky = (offset: number) => weather[(turn + offset * 5) % weather.length] ?? '';
  const asked = askedTurn(turn);
  return [
    `We are at ${place} today, station ${String(turn)} of the round, with ${sky(1)} in the morning and ${sky(2)} announced for tonight.`,
    `The foreman of ${place} tells me that ${said(0)}, and that ${said(1)}; he wants both in the plan with a date and a name.`,
    `For the record: ${nameOf(turn)} is ${valueOf(turn)}. It opens the cabinet beside the stairs and nothing else.`,
    `On the way in we saw that ${said(2)}, which is no surprise after ${String(turn + 2)} weeks of ${sky(3)}, and ${said(3)}.`,
    `Keep the budget of ${String(4000 + turn * 130)} crowns for ${place} in mind, move the ${sky(4)} inspection to week ${String(turn + 9)}, and have somebody call the depot about the ${String(turn + 12)} metres of hose that were promised.`,
    ...(asked === undefined ? [] : [`What is ${nameOf(asked)}?`]),
  ].join('\n');
}
