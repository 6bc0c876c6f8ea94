/**
 * `hlr/notify`: look-ups that are answered by webhook, one for each number. No operator here looks numbers
 * up, so the numbering plan answers, which costs nothing and is said: `"source":"plan"`.
 */
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import type { Run } from './command.ts';
import { describeNumber, type LookUpPorts } from './lookup.ts';
import { readPhoneTexts } from './phone-list.ts';
import { readUrl, type UrlPorts } from './send-options.ts';

/** The id under which they are told, when their events are stored; undefined: the account names too many origins. */
export type NotifyLookups = (wish: {
  readonly accountId: number;
  /** Undefined: where the account's reports go. */
  readonly url: string | undefined;
  readonly results: readonly object[];
  readonly test: boolean;
}) => Promise<number | undefined>;

export type HlrPorts = LookUpPorts & UrlPorts & { readonly notifyLookups: NotifyLookups };

const urlField = 'notifyUrl';

export const notifyHlr =
  (ports: HlrPorts): Run =>
  async ({ parameters, caller: { account, key } }) => {
    const fields = new Fields(parameters);
    const texts = readPhoneTexts(fields);
    const url = readUrl(urlField, fields, ports);
    if (fields.refusal !== undefined) return fields.refusal;
    const results = texts.map((request) => ({
      ...describeNumber(request, account.homeCountry, ports),
      source: 'plan',
    }));
    const asked = { accountId: account.id, url, results, test: key.mode === 'test' };
    const campaignId = await ports.notifyLookups(asked);
    if (campaignId === undefined) return refuse('too many report addresses', { field: urlField });
    return succeed({ campaignId, number: texts.length, cost: 0, currency: account.currency });
  };
