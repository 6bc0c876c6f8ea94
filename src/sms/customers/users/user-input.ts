/** What people say of an SMPP user, at each door. Defaults stand in smpp-user.ts. */
import { z } from 'zod';
import { addressRangesInput } from '#core/address-input.ts';
import { asciiOf, someOf } from '#core/input-form.ts';
import type { SmppUserSettings, SmppUserState } from '#sms/customers/smpp-user.ts';
import { userForms } from './words.ts';

// SMPP 3.4 §5.2.1: 16 octets with the NUL.
export const systemIdInput = asciiOf(1, 15);

/** SMPP 3.4 §5.2.2 gives a password 8 octets, and clients hold to it; the guard makes guessing slow. */
export const passwordLength = 8;

export const userPassword = asciiOf(passwordLength, 64, { isSecret: true, isNeverTyped: true });

export const userStates = ['active', 'suspended'] as const satisfies readonly SmppUserState[];

export const bindModes = ['tx', 'rx', 'trx'] as const satisfies SmppUserSettings['modes'];

export const settingsShape = {
  modes: someOf(bindModes, { form: userForms.modes, allWord: 'all' }),
  addresses: addressRangesInput,
  bindsMax: z.int().min(1).max(200),
  window: z.int().min(1).max(2_000),
  ratePerSecond: z.int().min(1).max(100_000).nullable(),
  tlsRequired: z.boolean(),
  reports: z.enum(['smpp', 'webhook', 'both']),
  replies: z.boolean(),
  defaultAlphabet: z.enum(['gsm7', 'latin1']),
} satisfies { readonly [Setting in keyof SmppUserSettings]: z.ZodType<SmppUserSettings[Setting]> };

export const changeShape = z.object(settingsShape).partial().shape;

type Given = z.output<z.ZodObject<typeof changeShape>>;

/** What is left out stays. Modes are stored in their order. */
export function withGiven(
  settings: SmppUserSettings,
  { modes, ...given }: Given,
): SmppUserSettings {
  return {
    ...settings,
    // An absent member is absent, not undefined: nothing is overwritten by it.
    ...(given as Partial<SmppUserSettings>),
    modes: modes === undefined ? settings.modes : bindModes.filter((mode) => modes.includes(mode)),
  };
}
