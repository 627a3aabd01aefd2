"""What papers call the fields of a note, in the languages of the trade; each name as it stands beside the figure."""

LABELS: dict[str, str] = {
    "number": (
        "bunker delivery note number|bunker delivery note no|bunker delivery note|"
        "bunker delivery receipt number|bunker delivery receipt no|bdn number|bdn no|bdn ref|bdn|bdr no|"
        "bdr number|delivery note number|delivery note no|note number|document number|document no|"
        "receipt number|lieferscheinnummer|lieferschein nr|numero de albaran|albaran no|"
        "bon de livraison no|numero du bon de livraison|bunker leveringsbon nr"
    ),
    "cargoOfficerName": (
        "for the supplier cargo officer|cargo officer name|name of cargo officer|cargo officer|"
        "bunker tanker master|barge master|supplier's representative|for the supplier|oficial de carga|"
        "representante del suministrador|officier de cargaison"
    ),
    "chiefEngineerName": (
        "for the receiving vessel chief engineer|chief engineer name|name of chief engineer|"
        "chief engineer|vessel's representative|receiver's representative|for the receiving vessel|"
        "jefe de maquinas|leitender ingenieur|chef mecanicien|hoofdwerktuigkundige"
    ),
    "receiverCompanyName": (
        "owner or operator|owner operator|owner operators|owners|owner|vessel operator|operator|"
        "receiving company|receiver company|receiver|buyer|customer|account|armador|reeder|armateur"
    ),
    "receiverVesselName": (
        "name of vessel|name of receiving vessel|name of ship|receiving vessel name|receiving vessel|"
        "vessel name|vessel's name|ship's name|vessel|ship|nombre del buque|buque|schiffsname|"
        "name des schiffes|schiff|nom du navire|navire|naam schip|nome da nave|nave|船名"
    ),
    "receiverVesselNextPort": (
        "next port of call|next port|proximo puerto|naechster hafen|nachster hafen|prochain port|volgende haven"
    ),
    "receiverNextDestination": "next destination|destination|destino|ziel",
    "receiverVesselIMO": (
        "imo number|imo no|imo nr|imo|vessel imo number|vessel imo|imo number of receiving vessel|"
        "imo number of receiving ship|receiving vessel imo|ship's imo number|numero imo|imo nummer|"
        "numero omi|numero d'omi"
    ),
    "receiverVesselGrossTonnage": (
        "gross tonnage|gross tonnage gt|gt|grt|arqueo bruto|bruttoraumzahl|brz|jauge brute|bruto tonnage"
    ),
    "supplierCompanyName": (
        "company|supplier company|supplying company|name of supplier|supplier's name|supplier name|"
        "supplier|fuel oil supplier|name of marine fuel oil supplier|marine fuel oil supplier|"
        "suministrador|proveedor|lieferant|fournisseur|leverancier|fornitore"
    ),
    "supplierAssetName": (
        "bunker tanker or terminal|bunker tanker|name of bunker tanker|bunker vessel|barge name|"
        "name of barge|bunker barge|barge|delivering vessel|delivered by|supplying vessel|terminal|"
        "gabarra|barcaza|bunkerschiff|bunkerboot|souteur|barge de soutage|bunkerschip"
    ),
    "supplierAssetHarbourLicenseNumber": (
        "harbour licence number|harbour license number|harbour licence no|harbour licence|"
        "harbour license|harbor license|licence number|license number|licence no|license no|"
        "craft licence|craft license|sb number|mpa licence no"
    ),
    "supplierAssetIMO": (
        "asset imo number|bunker tanker imo number|bunker tanker imo|barge imo number|barge imo|"
        "supplier imo|delivering vessel imo|imo number of bunker tanker|imo number of barge"
    ),
    "bunkeringLocationCode": (
        "port of delivery|place of delivery|delivery port|bunkering port|bunker port|port|location|"
        "place|puerto|hafen|port de livraison|haven"
    ),
    "deliveryDate": (
        "date of delivery|delivery date|date of commencement of delivery|date|fecha de entrega|fecha|"
        "lieferdatum|datum|date de livraison|leverdatum|data"
    ),
    "allFastTimestamp": (
        "all fast|vessel all fast|barge all fast|alongside|barge alongside|time alongside|"
        "vessel alongside|moored|amarrado|festgemacht|amarre"
    ),
    "connectTimestamp": (
        "hoses connected|hose connected|hose connection|connected|manguera conectada|"
        "mangueras conectadas|schlauch angeschlossen|flexible branche|slang aangesloten"
    ),
    "openingCTSTimestamp": (
        "opening custody transfer|opening cts|cts opening|opening custody transfer survey|opening gauging|opening ctms"
    ),
    "startTransferTimestamp": (
        "transfer commenced|commenced transfer|transfer started|start of transfer|start transfer|"
        "commenced pumping|pumping commenced|commenced delivery|delivery commenced|time commenced|"
        "commencement of delivery|start of delivery|start pumping|pumping started|started|commenced|"
        "inicio del suministro|inicio de bombeo|comienzo|beginn der lieferung|pumpbeginn|beginn|"
        "debut de livraison|debut du pompage|aanvang levering"
    ),
    "endTransferTimestamp": (
        "transfer completed|completed transfer|end of transfer|end transfer|completed pumping|"
        "pumping completed|completed delivery|delivery completed|time completed|completion of delivery|"
        "end of delivery|finished pumping|pumping finished|completed|fin del suministro|fin de bombeo|"
        "ende der lieferung|pumpende|fin de livraison|fin du pompage|einde levering"
    ),
    "closingCTSTimestamp": (
        "closing custody transfer|closing cts|cts closing|closing custody transfer survey|closing gauging|closing ctms"
    ),
    "drainingTimestamp": (
        "draining completed|draining|drained|line blowing completed|hoses drained|purging completed|drenaje"
    ),
    "disconnectTimestamp": (
        "hoses disconnected|hose disconnected|hose disconnection|disconnected|manguera desconectada|"
        "mangueras desconectadas|schlauch abgeschlagen|flexible debranche|slang losgekoppeld"
    ),
    "castOffTimestamp": (
        "cast off|barge cast off|vessel cast off|departed|barge departed|unmoored|desamarrado|abgelegt|appareillage"
    ),
    "productName": (
        "product name|name of product|product|grade delivered|fuel grade|grade|product supplied|"
        "fuel type|producto|produkt|produit|sorte"
    ),
    "quantityDelivered": (
        "quantity delivered metered|quantity delivered|delivered quantity|quantity supplied|"
        "quantity in metric tons|quantity metric tons|metric tons delivered|quantity|"
        "total quantity delivered|total delivered|mass delivered|cantidad entregada|"
        "cantidad suministrada|cantidad|gelieferte menge|liefermenge|menge|quantite livree|quantite|"
        "geleverde hoeveelheid|quantita consegnata|quantidade entregue"
    ),
    "quantityReceived": (
        "quantity on the loading document|quantity received|received quantity|ship's figure|"
        "vessel's received quantity|received|cantidad recibida|erhaltene menge|quantite recue|"
        "bill of lading quantity"
    ),
    "biofuelQuantityDelivered": (
        "of which biofuel red iii|of which biofuel|biofuel quantity|quantity of biofuel|biofuel|"
        "biofuel component|renewable quantity|biocombustible"
    ),
    "productViscosity": (
        "kinematic viscosity at 50 c|kinematic viscosity at 40 c|kinematic viscosity|viscosity at 50 c|"
        "viscosity at 40 c|viscosity|viscosidad|viskositat|kinematische viskositat|viscosite|viscositeit"
    ),
    "productDensity": (
        "density at 15 c|density at 15 degrees c|density|densidad a 15 c|densidad|dichte bei 15 c|"
        "dichte|densite a 15 c|densite|masse volumique a 15 c|dichtheid"
    ),
    "productPourPoint": "pour point|punto de fluidez|pourpoint|fliesspunkt|point d'ecoulement|stolpunt",
    "productFlashPoint": (
        "flash point|flashpoint|flash point pmcc|punto de inflamacion|flammpunkt|point d'eclair|vlampunt"
    ),
    "productWaterContent": (
        "water content|water|contenido de agua|agua|wassergehalt|wasser|teneur en eau|eau|watergehalte"
    ),
    "productSulphurContent": (
        "sulphur content|sulfur content|sulphur s content|sulphur|sulfur|contenido de azufre|azufre|"
        "schwefelgehalt|schwefel|teneur en soufre|soufre|zwavelgehalte"
    ),
    "bunkerMeteringTicketNumber": (
        "metering ticket number|metering ticket no|metering ticket|bunker metering ticket number|"
        "bunker metering ticket|bmt number|bmt no|bmt|mfm ticket"
    ),
    "customerRating": "customer rating|rating",
    "mass": "mass|mass delivered|weight|quantity delivered|net mass|total mass|masa|masse",
    "volume": "liquid volume|volume|volume delivered|net volume|lng volume|volumen",
    "energy": "energy|energy delivered|net energy|total energy|energia|energie",
    "methane": "methane|methane ch4|ch4|c1|metano|methan",
    "ethane": "ethane|ethane c2h6|c2h6|c2|etano|ethan",
    "propane": "propane|propane c3h8|c3h8|c3|propano|propan",
    "isoButane": "isobutane|iso butane|i butane|ic4|i c4|isobutano",
    "nButane": "nbutane|n butane|nc4|n c4|normal butane|n butano",
    "isoPentane": "isopentane|iso pentane|i pentane|ic5|i c5|isopentano",
    "neoPentane": "neopentane|neo pentane|neopentano",
    "nPentane": "npentane|n pentane|nc5|n c5|normal pentane",
    "nHexane": "nhexane|n hexane|hexane|nc6|n c6|c6|c6 plus",
    "nitrogen": "nitrogen|nitrogen n2|n2|nitrogeno|stickstoff|azote",
    "sulphur": "sulphur|sulfur|total sulphur|total sulfur|sulphur content|azufre|schwefel|soufre",
    "density": "density at 160 c|lng density|liquid density|density|densidad|dichte|densite",
    "methaneNumber": "methane number|methane no|mn|numero de metano|methanzahl|indice de methane",
    "methaneNumberMethod": "method|methane number method|mn method|calculation method",
}

HEATING_VALUES: dict[str, tuple[str, str]] = {
    "HeatingValueMassMJ": ("MJ/kg", "mass"),
    "HeatingValueMassBtu": ("Btu/kg", "mass"),
    "HeatingValueMassKWh": ("kWh/kg", "mass"),
    "HeatingValueMassMMBtu": ("MMBtu/kg", "mass"),
    "HeatingValueVolumeMJ": ("MJ/m3", "volume"),
    "HeatingValueVolumeBtuScf": ("Btu/scf", "volume"),
    "HeatingValueVolumeMMBtu": ("MMBtu/scf", "volume"),
    "WobbeIndexBtuScf": ("Btu/scf", "wobbe"),
    "WobbeIndexMMBtu": ("MMBtu/scf", "wobbe"),
}
"""Ends of the LNG fields that stand twice, gross and net: unit, and what they are a value of."""

COLUMNS = {"gross": ("gross", "superior", "higher", "upper", "hhv", "ghv", "gcv"),
           "net": ("net", "inferior", "lower", "lhv", "nhv", "ncv")}  # fmt: skip


def labels_of(field: str) -> tuple[str, ...]:
    """What papers call a field; empty for one that has no name here."""
    return tuple(LABELS.get(field, "").split("|")) if field in LABELS else ()


def heating_labels(side: str, kind: str) -> tuple[str, ...]:
    """The row's names of a heating value or Wobbe index; with the side said in the row too."""
    if kind == "wobbe":
        plain: tuple[str, ...] = ("wobbe index", "wobbe number", "wobbe")
    else:
        plain = (f"heating value {kind}", f"{kind} heating value", f"calorific value {kind}", "heating value",
                 "calorific value")  # fmt: skip
    said = tuple(f"{word} {name}" for word in COLUMNS[side] for name in plain)
    return (*plain, *said)
