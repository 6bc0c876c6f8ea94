/** Which page an address means. */
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { FailedView } from '../components/states.tsx';
import type { PageRoute } from '../routes/page-route.ts';
import { consolePages, openPages, pagesOfAccounts, personPages } from '../routes/routes.ts';
import { AccountFrame, ConsoleFrame, PersonFrame, ToFirstAccount } from './frames.tsx';
import { NotFoundPage } from './not-found.tsx';
import { forRole } from './refused.tsx';
import { Root } from './root.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const open = createRoute({ getParentRoute: () => root, id: 'open', component: Outlet });
const person = createRoute({ getParentRoute: () => root, id: 'person', component: PersonFrame });
const console = createRoute({
  getParentRoute: () => root,
  path: 'console',
  component: ConsoleFrame,
});
const account = createRoute({
  getParentRoute: () => root,
  path: '$account',
  component: AccountFrame,
});
const ofNoAccount = ['/', '/docs', '/docs/$doc'].map((path) =>
  createRoute({ getParentRoute: () => root, path, component: ToFirstAccount }),
);

const tree = root.addChildren([
  ...ofNoAccount,
  open.addChildren(openPages.map((page) => routeOf(page, open))),
  person.addChildren(personPages.map((page) => routeOf(page, person))),
  console.addChildren(consolePages.map((page) => routeOf(page, console))),
  account.addChildren(pagesOfAccounts.map((page) => routeOf(page, account))),
]);

type Parent = typeof open | typeof person | typeof console | typeof account;

/** A page of the console is listed as `/operators` and found at `/console/operators`. */
function routeOf({ path, page, needs }: PageRoute, parent: Parent) {
  const component = needs === undefined ? page : forRole(page, needs);
  return createRoute({ getParentRoute: () => parent, path, component });
}

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: ({ error, reset }) => <FailedView failure={error} retry={reset} />,
  defaultPreload: 'intent',
  // A preloaded page asks the query cache, which knows how fresh it is.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});
