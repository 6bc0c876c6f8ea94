/** All routes of the dashboard's API, area by area: what its OpenAPI document is made of. */
import * as people from './people/definitions.ts';
import * as webhooks from './webhooks/definitions.ts';

export const dashboardDefinitions = { people, webhooks };
