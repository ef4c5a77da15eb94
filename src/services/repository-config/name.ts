/** The file in which a repository says what Plumbline should know of it. */
export const CONFIG_FILE = '.plumbline.yml';
