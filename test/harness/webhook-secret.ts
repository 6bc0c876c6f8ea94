/** Reads a webhook secret from an installation's folder, as its owner could. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EndpointSecret, EndpointSource } from '#webhooks/endpoint.ts';
import { secretPlace } from '#webhooks/signature.ts';
import { folderSealer } from './folder-sealer.ts';

export function webhookSecret(folder: string, source: EndpointSource): string {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const row = db
    .prepare('SELECT account_id, sealed_secrets FROM webhook_endpoint WHERE source = ? LIMIT 1')
    .get(source) as { readonly account_id: number; readonly sealed_secrets: string };
  const [secret] = JSON.parse(row.sealed_secrets) as EndpointSecret[];
  const place = secretPlace({ accountId: row.account_id, source });
  return folderSealer(folder).open(secret?.sealed ?? '', place);
}
