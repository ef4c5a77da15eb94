/** The configuration file of a repository. */
export const CONFIG_FILE = '.plumbline.yml';
