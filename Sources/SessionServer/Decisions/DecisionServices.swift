/// What decisions need besides connections; each depends only on those above it in this list.
struct DecisionServices {
  let enforcers: Enforcers
  let listing: Listing
  let observers: Observers
  let recorder: Recorder
  let recordings: Recordings

  init(_ base: ConnectionServices) {
    let (transport, subscribers) = (base.transport, base.subscribers)
    enforcers = Enforcers(base.connections, transport)
    listing = Listing(transport: transport)
    observers = Observers(subscribers, transport: transport, listing: listing)
    recorder = Recorder(observers, base.configuration)
    recordings = Recordings(subscribers, epoch: base.epoch, transport: transport)
  }
}
