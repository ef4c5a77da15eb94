import type { Services } from '../../../services/services.ts';

/** How people can sign in, besides with a key. */
export const waysOf = ({ signIns }: Pick<Services, 'signIns'>) => ({ github: signIns.has('github') });
