import { Note } from '../../ui/notes.tsx';

/** In the place of what the database did not say in time. */
export function NotSaid() {
  return <Note>The database did not say in time. This is asked again by itself.</Note>;
}
