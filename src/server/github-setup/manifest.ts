import { EVENTS, wantedPermissions } from '../../services/codehosts/check-app.ts';

export type Wanted = {
  name: string;
  /** Where users and GitHub reach this server. */
  publicUrl: string;
  /** Whether other accounts may install it. */
  isPublic: boolean;
  /** Whether it may write issues about drift. */
  driftIssues: boolean;
};

/**
 * What an App is to be, as GitHub's manifest has it; `redirectUrl` is where the browser comes back to.
 * https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest#github-app-manifest-parameters
 */
export function appManifest({ name, publicUrl, isPublic, driftIssues }: Wanted, redirectUrl: string) {
  const base = publicUrl.replace(/\/+$/, '');
  return {
    name,
    url: base,
    description: 'Reports where the live cloud no longer matches its Terraform state.',
    hook_attributes: { url: `${base}/api/v1/webhooks/github`, active: true },
    redirect_url: redirectUrl,
    callback_urls: [`${base}/api/v1/session/github/callback`],
    request_oauth_on_install: false,
    public: isPublic,
    default_permissions: wantedPermissions({ driftIssues }),
    default_events: EVENTS,
  };
}
