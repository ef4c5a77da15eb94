import type { SourceForm } from '../contract/kind.ts';
import { address, field, form, optional } from '../contract/fields.ts';

/** States that GitLab manages for a project. */
export const GITLAB: SourceForm = {
  title: 'GitLab',
  settings: form({
    url: optional(address('The server; https://gitlab.com where none is named', 'https://gitlab.acme.example')),
    project: field('The path of the project', 'acme/infrastructure', { pattern: '^[\\w.-]+(/[\\w.-]+)+$' }),
    prefix: optional(field('Only states whose names begin with it', 'platform-')),
  }),
  credentials: form({ token: optional(field('An access token of the project, with the scope read_api', 'glpat-…')) }),
};
