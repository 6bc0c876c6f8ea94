/** The inspector takes the webhooks of a new installation. */
import { hashApiKey } from '#accounts/api-key.ts';
import type { Clock } from '#core/clock.ts';
import { inspectorUrl } from '#core/inspector-url.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Storage } from '#storage/storage.ts';
import { makeSecret, secretPlace } from '#webhooks/signature.ts';

const demoEndpointSetting = 'demo.endpoint';

/**
 * The inspector takes the webhooks of the account of the test key, unless it has a reply URL already. Once
 * it was changed or removed it does not come again.
 */
export async function demoEndpoint(
  testKey: string,
  {
    accounts,
    settings,
    webhooks,
    sealer,
    clock,
  }: Pick<Storage, 'accounts' | 'settings' | 'webhooks'> & {
    readonly sealer: Sealer;
    readonly clock: Clock;
  },
): Promise<void> {
  if ((await settings.findSetting(demoEndpointSetting)) !== undefined) return;
  const owner = await accounts.findKeyByHash(hashApiKey(testKey) ?? '');
  if (owner === undefined) return;
  const place = { accountId: owner.account.id, source: 'reply' } as const;
  if ((await webhooks.findAccountEndpoint(place.accountId, place.source)) === undefined) {
    await webhooks.saveAccountEndpoint({
      ...place,
      url: inspectorUrl,
      secrets: [
        {
          sealed: sealer.seal(makeSecret(), secretPlace(place)),
          madeAtMs: clock.nowMs(),
          untilMs: null,
        },
      ],
      createdAtMs: clock.nowMs(),
    });
  }
  await settings.saveSetting(demoEndpointSetting, 'made');
}
