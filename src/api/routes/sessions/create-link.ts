import { makeSessionLink } from '../../../services/sessions/make-link.ts';
import { baseUrlOf } from '../../http/own-origin.ts';
import { errors } from '../../schemas/common.ts';
import { SessionLink } from '../../schemas/session.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { sessionOf } from './session-of.ts';

export function createSessionLinkRoute(app: App, { operatorHash, http = {} }: ApiOptions): void {
  app.post(
    '/api/v1/session/links',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'createSessionLink',
        summary: 'Make a link to sign in with',
        description:
          'It opens the dashboard as the holder of this key, or of this session, once and within 5 minutes. What is opened from a session ends with it.',
        tags: ['sessions'],
        response: { 201: SessionLink, ...errors(401, 403) },
      },
    },
    async (request, reply) => {
      const { token, expires_at } = await makeSessionLink(request.ctx, { operatorHash, session: sessionOf(request) });
      const url = `${baseUrlOf(request, http.publicUrl)}/sign-in#link=${token}`;
      return reply.code(201).send({ url, expires_at: expires_at.toISOString() });
    },
  );
}
