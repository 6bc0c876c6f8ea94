/** Why a mail waits or came back, as commands tell it: `unreachable: mx.example.net: connect ECONNREFUSED`. */

import type { MailStatus } from '#mail/email.ts';
import type { MailReason } from '#mail/mail-fact.ts';
import type { Installation } from './installation.ts';

/** `detail`: JSON of a `MailReason`. */
function describeReason(why: string, detail: string): string {
  const { host = '', text = '' } = JSON.parse(detail) as Partial<MailReason>;
  return [why, host, text].filter((part) => part !== '').join(': ');
}

/** Of the mails that have one, told in words for so many; of the others the class says enough. */
const toldMax = 20;

export async function reasonsOf(
  mails: readonly MailStatus[],
  { storage }: Installation,
): Promise<ReadonlyMap<number, string>> {
  const told = mails.filter((mail) => mail.class !== '').slice(0, toldMax);
  const reasons = await Promise.all(
    told.map(async ({ mailId, class: why, state }): Promise<[number, string]> => {
      const facts = await storage.emails.factsOf(mailId);
      const last = facts.findLast(({ kind, detail }) => kind === state && detail !== null);
      return [mailId, describeReason(why, last?.detail ?? '{}')];
    }),
  );
  return new Map(reasons);
}
