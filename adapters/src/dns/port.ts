/** Reads the public names of the internet. */
export interface TxtResolver {
  /**
   * The TXT records of a domain, each joined to one text; none for a domain without records, or that does not exist.
   * Throws `AdapterError` when no name server answers.
   */
  txt(domain: string): Promise<readonly string[]>;
}
