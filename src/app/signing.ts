/** What the command line needs to have webhooks signed in further ways: it sees no key and no other secret. */
import type { SigningService } from '#cli/installation.ts';
import type { Sealer } from '#core/sealed.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { makeSigningKey, SigningKey, signingKeyPlace } from '#webhooks/signing-key.ts';

export function signingService(sealer: Sealer): SigningService {
  return {
    signingKey(endpoint) {
      const place = signingKeyPlace(endpoint);
      const { sealedSigningKey: standing } = endpoint.settings;
      const kept = standing === '' ? makeSigningKey() : sealer.open(standing, place);
      const sealed = standing === '' ? sealer.seal(kept, place) : standing;
      return { sealed, publicText: new SigningKey(kept).publicText };
    },
    replySecretPlace,
  };
}
