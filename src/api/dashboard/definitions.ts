/** All routes of the dashboard's API, area by area: what its OpenAPI document is made of. */
import * as mailSending from './mail-sending/definitions.ts';

export const dashboardDefinitions = {
  mailSending,
};
