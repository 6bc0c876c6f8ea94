/**
 * What a notice holds that opens something, such as the link of an invitation: its text names it by a
 * word, and the value is stored sealed. A reader of the storage, a backup or the account's pages finds no
 * link that works; the value is only opened where the mail is composed, and gone once the mail has ended.
 */
import type { Sealer } from '#core/sealed.ts';
import type { Email } from '../email.ts';
import type { Variables } from '../message/email-content.ts';

export function sealSecrets(
  secrets: Variables,
  emailId: number,
  sealer: Pick<Sealer, 'seal'>,
): Variables {
  const sealed = Object.entries(secrets).map(([name, value]) => [
    name,
    sealer.seal(value, noticeSecretPlace(emailId, name)),
  ]);
  return Object.fromEntries(sealed) as Variables;
}

/** As the recipient reads them. A client's own variables are what they are. */
export function openSecrets(
  { id, notice, variables }: Pick<Email, 'id' | 'notice' | 'variables'>,
  sealer: Pick<Sealer, 'open'>,
): Variables {
  if (notice === null) return variables;
  const opened = Object.entries(variables).map(([name, value]) => [
    name,
    sealer.open(value, noticeSecretPlace(id, name)),
  ]);
  return Object.fromEntries(opened) as Variables;
}

/** For the seal. */
export function noticeSecretPlace(emailId: number, name: string): string {
  return `email/${emailId}/variables/${name}`;
}
