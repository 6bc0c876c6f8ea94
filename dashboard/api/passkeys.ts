/** What the browser does with passkeys: makes one, or shows one. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { ApiFailure } from './api-failure.ts';
import { type Answer, act } from './operate.ts';

type CreationOptions = Answer<'passkey propose'>;

/** What people hear where the browser gave none; they may have closed its window. */
export type PasskeyTexts = { readonly noPasskey: string; readonly passkeyIsThere: string };

export function knowsPasskeys(): boolean {
  return browserSupportsWebAuthn();
}

export async function makePasskey(options: CreationOptions, texts: PasskeyTexts) {
  const { id, response } = await orSay(texts, () =>
    startRegistration({
      optionsJSON: {
        ...options,
        pubKeyCredParams: [...options.pubKeyCredParams],
        excludeCredentials: [...options.excludeCredentials],
      },
    }),
  );
  const { clientDataJSON, attestationObject } = response;
  return { id, clientDataJSON, attestationObject };
}

export async function showPasskey(texts: PasskeyTexts) {
  const optionsJSON = await act('sign-in ask-passkey', {});
  const { id, response } = await orSay(texts, () => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

async function orSay<Value>(texts: PasskeyTexts, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError';
    const message = isThere ? texts.passkeyIsThere : texts.noPasskey;
    throw new ApiFailure({ status: 400, word: 'browser gave no passkey', message, cause });
  }
}
