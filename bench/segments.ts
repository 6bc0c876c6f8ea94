/** `segments`: how many texts a second one thread plans, and makes into the octets of their parts. */
import { must } from '#core/assert.ts';
import { type PlanSettings, plan } from '#sms/text/plan.ts';
import { encodePart } from '#sms/text/user-data.ts';
import { type Turn, timeTurns } from './turns.ts';

const textsCount = 10_000;

const settings: PlanSettings = {
  longMessages: 'udh8',
  defaultAlphabet: 'gsm7',
  nationalTables: [],
};

/** Codes, notices and letters, in GSM, in UCS-2, and with what two units or septets make up. */
const kinds: readonly (readonly [piece: string, times: number])[] = [
  ['Your code is 123456. ', 1],
  ['Votre rendez-vous est confirmé à 10 h. ', 3],
  ['Prices from 10 € [net] ~ {gross}. ', 8],
  ['Ваш заказ готов. ', 4],
  ['Bonne fête 🎂🎉 ', 9],
  ['ç', 60],
];

export async function runSegments(): Promise<boolean> {
  const texts = Array.from({ length: textsCount }, (_, index) => {
    const [piece, times] = must(kinds[index % kinds.length], 'kind of text');
    return `${index} ${piece.repeat(times)}`;
  });
  let at = 0;
  const next = (): string => must(texts[at++ % textsCount], 'text');
  const turns: readonly Turn[] = [
    { name: 'plan a text', run: () => partsOf(next()) },
    { name: 'plan it and make its parts', run: () => makeParts(next()) },
  ];
  const parts = texts.reduce((sum, text) => sum + partsOf(text), 0);
  process.stdout.write(`${textsCount} texts of ${parts} parts\n${timeTurns(turns)}`);
  return parts === texts.reduce((sum, text) => sum + makeParts(text), 0);
}

function planned(text: string) {
  const reply = plan(text, { settings });
  if (!reply.ok) throw new Error(`${text} cannot be planned: ${reply.refusal.why}`);
  return reply.plan;
}

function partsOf(text: string): number {
  return planned(text).parts;
}

/** As a submit is made of each. */
function makeParts(text: string): number {
  const { form, submits } = planned(text);
  let octets = 0;
  for (let part = 1; part <= submits; part += 1) {
    octets += encodePart(text, form, { part, reference: 7 }).octets.length;
  }
  return octets === 0 ? 0 : submits;
}
