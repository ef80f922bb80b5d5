import ItemModels
import Observation
import Storage

/// The items beside one: above and below it, those for which it waits and those that wait for it.
@MainActor @Observable
final class ItemRelationsModel {
  /// The items; nil before they were read.
  private(set) var relations: ItemRelations?

  @ObservationIgnored private var reading: LiveReading<ItemID, ItemRelations>?

  init(of id: ItemID, in repository: any ItemRepository) {
    reading = LiveReading(
      repository,
      id,
      read: { id in
        guard let item = try? await repository.item(id) else { return ItemRelations() }
        return (try? await ItemRelations(of: item, in: repository)) ?? ItemRelations()
      },
      show: { [weak self] relations in self?.relations = relations }
    )
  }
}
