import { Note } from '../../ui/notes.tsx';

/** In the place of what the database did not say in time. */
export function NotSaid() {
  return <Note>The database did not answer in time. This page tries again.</Note>;
}
