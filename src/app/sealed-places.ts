/** For which place each sealed text is sealed: a name for the column, and the words of the engine that seals there. */
import { erasureKeyPlace } from '#core/erased.ts';
import type { SealedColumn, SealedRow } from '#core/sealed-values.ts';
import { domainKeyPlace } from '#mail/domains/domain-keys.ts';
import { noticeSecretPlace } from '#mail/sending/notice-secrets.ts';
import { trunkPasswordPlace } from '#numbers/trunks/trunk.ts';
import { totpPlace } from '#people/second-factor.ts';
import { operatorPasswordPlace } from '#sms/operator.ts';
import type { EndpointSource } from '#webhooks/endpoint.ts';
import { headersPlace, keyPlace } from '#webhooks/endpoint-places.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { secretPlace } from '#webhooks/signature.ts';
import { signingKeyPlace } from '#webhooks/signing-key.ts';

type Change = (sealed: string, place: string) => string;

/** What a column of that row holds, with each sealed text in it changed. */
export function secretsOf(column: SealedColumn, row: SealedRow, change: Change): string {
  const { text } = row;
  const owner = ownerOf(row);
  switch (column) {
    case 'operator.sealed_password':
      return change(text, operatorPasswordPlace(owner.name));
    case 'trunk.sealed_password':
      return change(text, trunkPasswordPlace(owner.name, 'out'));
    case 'trunk.sealed_auth_in_password':
      return change(text, trunkPasswordPlace(owner.name, 'in'));
    case 'webhook_endpoint.sealed_secrets':
      return inList(text, ({ sealed }) => change(sealed, secretPlace(owner)));
    case 'webhook_endpoint.sealed_headers':
      return change(text, headersPlace(owner));
    case 'webhook_endpoint.sealed_key':
      return change(text, keyPlace(owner));
    case 'webhook_endpoint.sealed_signing_key':
      return change(text, signingKeyPlace(owner));
    case 'reply_signature.sealed_secret':
      return change(text, replySecretPlace(owner.accountId));
    case 'dashboard_user.totp_secret':
      return change(text, totpPlace(owner.id));
    case 'mail_domain.keys':
      return inList(text, ({ sealed, selector = '' }) =>
        change(sealed, domainKeyPlace(owner, selector)),
      );
    case 'email.variables':
      return inMembers(text, (sealed, name) => change(sealed, noticeSecretPlace(owner.id, name)));
    case 'setting.value':
      return change(text, owner.name === 'erasure.key' ? erasureKeyPlace : owner.name);
    default:
      return column satisfies never;
  }
}

function ownerOf({ owner }: SealedRow) {
  return {
    id: Number(owner['id']),
    name: String(owner['name']),
    accountId: Number(owner['account_id']),
    source: owner['source'] as EndpointSource,
  };
}

type Listed = { readonly sealed: string; readonly selector?: string };

function inList(text: string, change: (one: Listed) => string): string {
  const list = JSON.parse(text) as readonly Listed[];
  const changed = list.map((one) => ({ ...one, sealed: change(one) }));
  return list.every(({ sealed }, place) => changed[place]?.sealed === sealed)
    ? text
    : JSON.stringify(changed);
}

function inMembers(text: string, change: (sealed: string, name: string) => string): string {
  const members = Object.entries(JSON.parse(text) as Readonly<Record<string, string>>);
  const changed = members.map(([name, sealed]) => [name, change(sealed, name)]);
  return members.every(([, sealed], place) => changed[place]?.[1] === sealed)
    ? text
    : JSON.stringify(Object.fromEntries(changed));
}
