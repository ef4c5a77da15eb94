import type { SourceForm } from '../contract/kind.ts';
import { field, form, optional } from '../contract/fields.ts';

/** States of workspaces in HCP Terraform, Terraform Enterprise, and servers with their API. */
export const HCP: SourceForm = {
  title: 'HCP Terraform, Terraform Enterprise',
  settings: form({
    hostname: optional(
      field('The server; app.terraform.io where none is named', 'tfe.acme.example', {
        pattern: '^(https?://)?[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
      }),
    ),
    organization: field('The organization', 'acme', { pattern: '^[\\w-]+$' }),
    project: optional(
      field('Only workspaces of the project with this id', 'prj-WsVcWRr7SfxRci1v', { pattern: '^[\\w-]+$' }),
    ),
    prefix: optional(field('Only workspaces whose names begin with it', 'platform-')),
  }),
  credentials: form({ token: optional(field('A token of a team or a user', 'a token that may read states')) }),
};
