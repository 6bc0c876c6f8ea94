/** Reads a webhook secret from an installation's folder, as its owner could. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSealer } from '#core/sealed.ts';
import type { EndpointSecret, EndpointSource } from '#webhooks/endpoint.ts';
import { secretPlace } from '#webhooks/signature.ts';

export function webhookSecret(folder: string, source: EndpointSource): string {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const row = db
    .prepare('SELECT account_id, sealed_secrets FROM webhook_endpoint WHERE source = ? LIMIT 1')
    .get(source) as { readonly account_id: number; readonly sealed_secrets: string };
  const [secret] = JSON.parse(row.sealed_secrets) as EndpointSecret[];
  const key = Buffer.from(readFileSync(path.join(folder, 'master.key'), 'utf8'), 'base64');
  return createSealer(key).open(
    secret?.sealed ?? '',
    secretPlace({ accountId: row.account_id, source }),
  );
}
