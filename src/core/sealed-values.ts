/** Where sealed text is stored, so that another key can take the place of the one it was sealed with. */

/** A column, and whose each of its values is: of that the place is made that a value is sealed for. */
export const sealedColumns = {
  'operator.sealed_password': { key: 'id', owner: ['name'] },
  'trunk.sealed_password': { key: 'id', owner: ['name'] },
  'trunk.sealed_auth_in_password': { key: 'id', owner: ['name'] },
  'webhook_endpoint.sealed_secrets': { key: 'id', owner: ['account_id', 'source'] },
  'webhook_endpoint.sealed_headers': { key: 'id', owner: ['account_id', 'source'] },
  'webhook_endpoint.sealed_key': { key: 'id', owner: ['account_id', 'source'] },
  'webhook_endpoint.sealed_signing_key': { key: 'id', owner: ['account_id', 'source'] },
  'reply_signature.sealed_secret': { key: 'account_id', owner: ['account_id'] },
  'dashboard_user.totp_secret': { key: 'id', owner: ['id'] },
  'mail_domain.keys': { key: 'id', owner: ['account_id', 'name'] },
  // Of notices; those of clients are in clear.
  'email.variables': { key: 'notice', owner: ['id'] },
  'setting.value': { key: 'name', owner: ['name'] },
} as const;

export type SealedColumn = keyof typeof sealedColumns;

/** What the chain of the audit is made with. */
export const auditKeySetting = 'audit.key';

/** Settings that are sealed; the wraps of the sealing keys themselves are sealed by the master key. */
export const sealedSettings = [
  auditKeySetting,
  'demo.test_key',
  'erasure.key',
  'master_key.check',
] as const;

export type SealedRow = {
  readonly key: number | string;
  /** What stands in the column: sealed text, or JSON with some in it. */
  readonly text: string;
  readonly owner: Readonly<Record<string, number | string>>;
};

export type Resealed = Pick<SealedRow, 'key'> & { readonly from: string; readonly to: string };
