/** What people say of an API key, at each door. */
import { z } from 'zod';
import { apiBases } from '#accounts/api-key.ts';
import { addressRangesInput } from '#core/address-input.ts';
import { costInput, fromInput, lineInput } from '#core/common-inputs.ts';
import { someOf } from '#core/input-form.ts';
import { keyModes } from '#model/key-mode.ts';
import { keyScopes } from '#model/key-scope.ts';
import { keyForms } from './words.ts';

export const keyId = z.int().min(1).max(999_999_999_999_999);

const label = lineInput(0, 100);

/** How much harm a stolen key can do; what is left out bounds nothing, or stays. */
const boundsShape = z
  .object({
    addresses: addressRangesInput,
    scopes: someOf(keyScopes, { form: keyForms.scopes, allWord: 'all' }),
    expires: fromInput.nullable(),
    dailyBudget: costInput.nullable(),
  })
  .partial().shape;

export const newKeyShape = {
  mode: z.enum(keyModes).default('live'),
  bases: someOf(apiBases, { form: keyForms.bases }).default([...apiBases]),
  label: label.default(''),
  ...boundsShape,
};

export const changeShape = { label: label.optional(), ...boundsShape };

type Bounds = z.output<z.ZodObject<typeof boundsShape>>;

/** As keys are stored: scopes in their order. */
export function boundsGiven({ addresses, scopes, expires }: Bounds) {
  return {
    addresses,
    scopes: scopes && keyScopes.filter((scope) => scopes.includes(scope)),
    expiresAtMs: expires,
  };
}
