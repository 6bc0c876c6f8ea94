/** Keys of a sending domain that a test makes, and what their DNS says. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { SigningKeys } from '#mail/dkim/sign.ts';

export type MailSigner = {
  readonly keys: SigningKeys;
  /** `s1._domainkey.example.com` to the text of its record. */
  readonly records: Readonly<Record<string, string>>;
};

export function makeSigner(domain = 'example.com'): MailSigner {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const ed25519 = generateKeyPairSync('ed25519');
  return {
    keys: {
      domain,
      rsa: { selector: 's1', key: rsa.privateKey },
      ed25519: { selector: 'e1', key: ed25519.privateKey },
    },
    records: {
      [`s1._domainkey.${domain}`]: `v=DKIM1; k=rsa; p=${spki(rsa.publicKey).toString('base64')}`,
      // RFC 8463 §4: the raw 32 octets, which are the last of the SPKI.
      [`e1._domainkey.${domain}`]: `v=DKIM1; k=ed25519; p=${spki(ed25519.publicKey).subarray(-32).toString('base64')}`,
    },
  };
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}
