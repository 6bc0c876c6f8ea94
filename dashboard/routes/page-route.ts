/** What a page says of its place: each area lists its pages in a file beside this one. */
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Permission } from '../app/session.tsx';
import type { IconName } from '../components/icon.tsx';
import type { NavigationName } from '../texts/navigation.ts';

export type Product = 'sms' | 'email' | 'console';

/** Where it stands in the menu. */
export type MenuPlace = {
  /** Both products share what says `both`. */
  readonly product: Product | 'both';
  readonly name: NavigationName;
  readonly icon: IconName;
  /** Entries with the same heading stand together; those without come first. */
  readonly group?: 'tools' | 'shared';
  /** `g`, then this letter, goes there. */
  readonly letter?: string;
  /** Of the simulator: it is not there for who looks at what is live. */
  readonly isTestOnly?: boolean;
};

export type PageRoute = {
  /**
   * As TanStack Router writes it: `/sms/messages/$message`. A page of an account stands below the
   * account's number: `/7/sms/messages`.
   */
  readonly path: string;
  readonly page: ReturnType<typeof lazyRouteComponent>;
  /** Of a page of an account: what a role must allow; to others it is told that it is not for them. */
  readonly needs?: Permission;
  /** Left out: other pages lead there. */
  readonly menu?: MenuPlace;
};

/** `lazyPage(() => import('../pages/sms/messages-page.tsx'), 'MessagesPage')`: loaded when somebody goes there. */
export function lazyPage<Name extends string>(
  load: () => Promise<{ readonly [One in Name]: ComponentType }>,
  name: Name,
): PageRoute['page'] {
  return lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, name);
}
