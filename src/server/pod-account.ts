import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PodAccount } from '../sources/contract/kind.ts';

/** The directory of a pod's token: https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ */
const DIRECTORY = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Reads the service account of this server's pod; undefined outside a cluster. */
export async function readPodAccount(directory = DIRECTORY): Promise<PodAccount | undefined> {
  const read = (name: string) => readFile(join(directory, name), 'utf8').catch(() => undefined);
  const [token, ca] = [(await read('token'))?.trim(), await read('ca.crt')];
  return token === undefined || token === '' ? undefined : { token, ca };
}
