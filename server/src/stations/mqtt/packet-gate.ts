/** What a connection may send before it is ended. */
export interface GateLimits {
  /** Largest packet, bytes after its fixed header. */
  readonly packetBytes: number;
  /** Longest time from the first byte of a packet to its last, ms. */
  readonly packetMs: number;
  /** Packets at once, and how many more each second. */
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Watches the bytes of one MQTT connection for packets that are too large, too slow or too many: the broker's
 * parser keeps a packet in memory until it is whole, and the protocol lets one announce 256 MB. Reads fixed
 * headers only (MQTT 3.1.1, section 2.2); what is no MQTT the parser finds out.
 */
export class PacketGate {
  readonly #limits: GateLimits;
  #left = 0;
  #lengthBytes = 0;
  #length = 0;
  #inHeader = false;
  #begunAt = 0;
  #tokens: number;
  #countedAt: number | null = null;

  constructor(limits: GateLimits) {
    this.#limits = limits;
    this.#tokens = limits.burst;
  }

  /** False when the connection must end. `now` is epoch ms of real time. */
  accepts(bytes: Uint8Array, now: number): boolean {
    const { packetBytes, packetMs, burst, perSecond } = this.#limits;
    const isUnderway = this.#left > 0 || this.#inHeader;
    if (isUnderway && now - this.#begunAt > packetMs) return false;
    this.#tokens = Math.min(
      burst,
      this.#tokens + (Math.max(0, now - (this.#countedAt ?? now)) / 1_000) * perSecond,
    );
    this.#countedAt = now;
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const body = Math.min(this.#left, bytes.length - at);
        this.#left -= body;
        at += body;
      } else if (!this.#inHeader) {
        if (this.#tokens < 1) return false;
        this.#tokens--;
        this.#inHeader = true;
        this.#begunAt = now;
        this.#length = 0;
        this.#lengthBytes = 0;
        at++;
      } else {
        const byte = bytes[at++] ?? 0;
        this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes++;
        if (this.#length > packetBytes || this.#lengthBytes > 4) return false;
        if ((byte & 0x80) !== 0) continue;
        this.#inHeader = false;
        this.#left = this.#length;
      }
    }
    return true;
  }
}
