/** The type of every route of the server's API; nothing of the server is loaded with it. */

import type { Definition } from '#api/dashboard/definition.ts';
import type { dashboardDefinitions } from '#api/dashboard/definitions.ts';

type Areas = typeof dashboardDefinitions;
type Members = { [Area in keyof Areas]: Areas[Area][keyof Areas[Area]] }[keyof Areas];

export type Definitions = Extract<Members, Definition>;
